-- The dimension of each label of the form dimension:value, colon included (spec 2.6).
CREATE FUNCTION label_dimensions(labels text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(DISTINCT split_part(label, ':', 1) || ':'), '{}') FROM unnest(labels) AS label WHERE label ~ '^[^:]+:.'
$$;--> statement-breakpoint
CREATE TABLE "clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "clients_name_filled" CHECK (length(btrim("clients"."name")) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"marker" uuid DEFAULT gen_random_uuid() NOT NULL,
	"comment_id" bigint NOT NULL,
	"installation_id" bigint,
	"repository" text NOT NULL,
	"issue_number" integer NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"posted_comment_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"posted_at" timestamp with time zone,
	CONSTRAINT "confirmations_marker_unique" UNIQUE("marker"),
	CONSTRAINT "confirmations_comment_id_unique" UNIQUE("comment_id"),
	CONSTRAINT "confirmations_kind" CHECK ("confirmations"."kind" in ('confirmation', 'refusal')),
	CONSTRAINT "confirmations_state" CHECK ("confirmations"."state" in ('pending', 'posted', 'failed')),
	CONSTRAINT "confirmations_posted_whole" CHECK (("confirmations"."state" = 'posted') = ("confirmations"."posted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"guid" text NOT NULL,
	"event" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"outcome" text,
	"detail" text,
	"repository" text,
	"sender" text,
	"comment_id" bigint,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "deliveries_guid_unique" UNIQUE("guid"),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('pending', 'done', 'failed')),
	CONSTRAINT "deliveries_outcome_when_done" CHECK ("deliveries"."state" <> 'done' or "deliveries"."outcome" is not null)
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"worked_on" date NOT NULL,
	"note" text,
	"labels" text[] NOT NULL,
	"dimensions" text[] GENERATED ALWAYS AS (label_dimensions(labels)) STORED NOT NULL,
	"client_id" integer,
	"attribution" jsonb,
	"user_id" bigint NOT NULL,
	"repository" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"issue_number" integer NOT NULL,
	"issue_title" text NOT NULL,
	"comment_id" bigint NOT NULL,
	"command_no" smallint NOT NULL,
	"commented_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"supersedes_id" bigint,
	"corrected_by_id" bigint,
	"correction_reason" text,
	"superseded_by_id" bigint,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "entries_superseded_once" UNIQUE("supersedes_id"),
	CONSTRAINT "entries_kind" CHECK ("entries"."kind" in ('time', 'plan')),
	CONSTRAINT "entries_minutes_range" CHECK ("entries"."minutes" between 1 and case "entries"."kind" when 'time' then 1440 else 60000 end),
	CONSTRAINT "entries_note_length" CHECK (length("entries"."note") between 1 and 500),
	CONSTRAINT "entries_labels_not_null" CHECK (array_position("entries"."labels", null) is null),
	CONSTRAINT "entries_command_no_range" CHECK ("entries"."command_no" between 1 and 10),
	CONSTRAINT "entries_client_explained" CHECK ("entries"."client_id" is null or "entries"."attribution" is not null),
	CONSTRAINT "entries_correction_whole" CHECK (("entries"."supersedes_id" is null) = ("entries"."corrected_by_id" is null) and ("entries"."supersedes_id" is null) = ("entries"."correction_reason" is null)),
	CONSTRAINT "entries_superseded_whole" CHECK (("entries"."superseded_by_id" is null) = ("entries"."superseded_at" is null))
);
--> statement-breakpoint
CREATE TABLE "entry_totals" (
	"kind" text NOT NULL,
	"key" text collate "C" NOT NULL,
	"month" date NOT NULL,
	"shard" smallint NOT NULL,
	"entries" integer NOT NULL,
	"minutes" bigint NOT NULL,
	CONSTRAINT "entry_totals_kind_key_month_shard_pk" PRIMARY KEY("kind","key","month","shard")
);
--> statement-breakpoint
CREATE TABLE "label_index" (
	"label" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "label_mappings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "label_mappings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"label_pattern" text NOT NULL,
	"client_id" integer NOT NULL,
	"repository" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "label_mappings_pattern_filled" CHECK (length("label_mappings"."label_pattern") between 1 and 1024),
	CONSTRAINT "label_mappings_repository_form" CHECK ("label_mappings"."repository" ~ '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$')
);
--> statement-breakpoint
CREATE TABLE "posting_turns" (
	"owner" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"label" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by_id" bigint,
	CONSTRAINT "tokens_label_filled" CHECK (length(btrim("tokens"."label")) between 1 and 100),
	CONSTRAINT "tokens_prefix_form" CHECK ("tokens"."prefix" ~ '^[A-Za-z0-9_-]{8}$'),
	CONSTRAINT "tokens_hash_form" CHECK ("tokens"."hash" ~ '^\$2[aby]\$12\$.{53}$'),
	CONSTRAINT "tokens_revocation_whole" CHECK (("tokens"."revoked_at" is null) = ("tokens"."revoked_by_id" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"github_id" bigint NOT NULL,
	"login" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_github_id_unique" UNIQUE("github_id")
);
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_supersedes_id_entries_id_fk" FOREIGN KEY ("supersedes_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_corrected_by_id_users_id_fk" FOREIGN KEY ("corrected_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_superseded_by_fk" FOREIGN KEY ("superseded_by_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_mappings" ADD CONSTRAINT "label_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_revoked_by_id_users_id_fk" FOREIGN KEY ("revoked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_active_name" ON "clients" USING btree (lower("name")) WHERE "clients"."deactivated_at" is null;--> statement-breakpoint
CREATE INDEX "confirmations_pending" ON "confirmations" USING btree ("created_at") WHERE "confirmations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_pending" ON "deliveries" USING btree ("received_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_comment" ON "deliveries" USING btree ("comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entries_command_once" ON "entries" USING btree ("comment_id","command_no") WHERE "entries"."supersedes_id" is null;--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("kind","worked_on","id") WHERE "entries"."superseded_by_id" is null;--> statement-breakpoint
CREATE INDEX "entries_labels" ON "entries" USING gin ("labels","dimensions");--> statement-breakpoint
CREATE INDEX "entries_host_issue" ON "entries" USING btree ("repository_id","issue_number");--> statement-breakpoint
CREATE INDEX "entries_issue" ON "entries" USING btree (lower("repository"),"issue_number");--> statement-breakpoint
CREATE INDEX "entries_client" ON "entries" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "label_mappings_global_once" ON "label_mappings" USING btree ("label_pattern","client_id") WHERE "label_mappings"."repository" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "label_mappings_repository_once" ON "label_mappings" USING btree ("label_pattern",lower("repository"),"client_id") WHERE "label_mappings"."repository" is not null;--> statement-breakpoint
CREATE INDEX "label_mappings_client" ON "label_mappings" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "tokens_prefix" ON "tokens" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");
--> statement-breakpoint
-- Entries are frozen (spec 3.1): the one change a row may see is being marked as superseded, once.
CREATE FUNCTION refuse_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	unmarked entries;
BEGIN
	IF tg_op = 'UPDATE' THEN
		unmarked := new;
		unmarked.superseded_by_id := null;
		unmarked.superseded_at := null;
		-- Computed only after this trigger, from labels, which are compared.
		unmarked.dimensions := old.dimensions;
		IF unmarked IS NOT DISTINCT FROM old AND new.superseded_by_id IS NOT NULL THEN
			RETURN new;
		END IF;
	END IF;
	RAISE EXCEPTION 'entries are frozen: record a correction instead' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER entries_frozen BEFORE UPDATE OR DELETE ON "entries" FOR EACH ROW EXECUTE FUNCTION refuse_entry_change();--> statement-breakpoint
CREATE TRIGGER entries_never_emptied BEFORE TRUNCATE ON "entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();--> statement-breakpoint
-- Sorted, so that two writers of the same new labels wait for each other in one order.
CREATE FUNCTION index_entry_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO label_index (label)
	SELECT DISTINCT seen COLLATE "C" FROM unnest(new.labels) AS seen ORDER BY 1
	ON CONFLICT DO NOTHING;
	RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER entries_labels_indexed AFTER INSERT ON "entries" FOR EACH ROW EXECUTE FUNCTION index_entry_labels();--> statement-breakpoint
-- An entry counts from when it is added until it is superseded, the one change it may see. In one order, so that two writers never wait in a circle.
CREATE FUNCTION count_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign int := CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
	INSERT INTO entry_totals AS known (kind, key, month, shard, entries, minutes)
	SELECT changed.kind, counted.key, date_trunc('month', changed.worked_on::timestamp)::date, pg_backend_pid() % 16,
		sign * count(*), sign * sum(changed.minutes)
	FROM changed, LATERAL (
		SELECT '*' AS key
		UNION ALL SELECT DISTINCT 'l:' || label FROM unnest(changed.labels) AS label
		UNION ALL SELECT 'd:' || dimension FROM unnest(changed.dimensions) AS dimension
	) AS counted
	GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
	ON CONFLICT (kind, key, month, shard) DO UPDATE SET
		entries = known.entries + excluded.entries,
		minutes = known.minutes + excluded.minutes;
	RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER entries_counted AFTER INSERT ON "entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_entries();--> statement-breakpoint
CREATE TRIGGER entries_discounted AFTER UPDATE ON "entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_entries();--> statement-breakpoint
-- Tokens are kept for audit (spec 2.5).
CREATE FUNCTION refuse_token_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'tokens are never deleted: revoke them instead' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER tokens_kept BEFORE DELETE OR TRUNCATE ON "tokens" FOR EACH STATEMENT EXECUTE FUNCTION refuse_token_loss();
--> statement-breakpoint
-- An entry is superseded by its own correction, and a correction's entry is superseded: else hours would silently vanish or count twice (D8).
CREATE FUNCTION require_whole_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.supersedes_id IS NOT NULL AND NOT EXISTS (
		SELECT FROM entries WHERE id = new.supersedes_id AND superseded_by_id = new.id AND kind = new.kind
	) OR EXISTS (
		SELECT FROM entries WHERE id = new.id AND superseded_by_id IS NOT NULL AND NOT EXISTS (
			SELECT FROM entries AS later WHERE later.id = entries.superseded_by_id AND later.supersedes_id = entries.id
		)
	) THEN
		RAISE EXCEPTION 'an entry and its correction must name each other' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'entries_chain_whole';
	END IF;
	RETURN null;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entries_chain_whole AFTER INSERT OR UPDATE ON "entries" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (new.supersedes_id IS NOT NULL OR new.superseded_by_id IS NOT NULL) EXECUTE FUNCTION require_whole_chain();
