CREATE TABLE "entry_changes" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint,
	CONSTRAINT "entry_changes_seq" UNIQUE("seq")
);
--> statement-breakpoint
DROP INDEX "entries_newest";--> statement-breakpoint
CREATE INDEX "entries_user" ON "entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("kind","worked_on","id");--> statement-breakpoint
CREATE FUNCTION note_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO entry_changes (entry_id) SELECT id FROM changed;
	RETURN null;
END
$$;--> statement-breakpoint
-- From here on no entry can be added until this is committed, so that the numbers below leave none out.
CREATE TRIGGER entries_noted AFTER INSERT ON "entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_entries();--> statement-breakpoint
INSERT INTO "entry_changes" (entry_id, seq) SELECT id, row_number() OVER (ORDER BY id) FROM "entries";--> statement-breakpoint
-- A number that was told to consumers stays with its entry.
CREATE FUNCTION refuse_renumbering() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'changes are numbered once and kept' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER entry_changes_numbered_once BEFORE UPDATE ON "entry_changes" FOR EACH ROW
	WHEN (old.seq IS NOT NULL OR new.entry_id <> old.entry_id) EXECUTE FUNCTION refuse_renumbering();--> statement-breakpoint
CREATE TRIGGER entry_changes_kept BEFORE DELETE OR TRUNCATE ON "entry_changes" FOR EACH STATEMENT EXECUTE FUNCTION refuse_renumbering();--> statement-breakpoint
-- What corrections take off has rows of its own: they touch them after all others and in one order, so that nobody ever waits in a circle.
CREATE OR REPLACE FUNCTION count_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign int := CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END;
	place int := CASE tg_op WHEN 'INSERT' THEN pg_backend_pid() % 16 ELSE 16 END;
BEGIN
	INSERT INTO entry_totals AS known (kind, key, month, shard, entries, minutes)
	SELECT changed.kind, counted.key, date_trunc('month', changed.worked_on::timestamp)::date, place,
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
$$;
