CREATE TABLE "github_connection" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"revision" uuid NOT NULL,
	"app_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"html_url" text NOT NULL,
	"client_id" text NOT NULL,
	"site_url" text NOT NULL,
	"api_url" text NOT NULL,
	"organisations" text[] NOT NULL,
	"hears" text NOT NULL,
	"webhook_set_at" timestamp with time zone,
	"sealed" "bytea" NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"downloaded_at" timestamp with time zone,
	CONSTRAINT "github_connection_one" CHECK ("github_connection"."id" = 1),
	CONSTRAINT "github_connection_hears" CHECK ("github_connection"."hears" in ('webhook', 'polling'))
);
--> statement-breakpoint
CREATE TABLE "manifest_states" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"site_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "manifest_states" ADD CONSTRAINT "manifest_states_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifest_states_session" ON "manifest_states" USING btree ("session_id");
