CREATE TABLE "polled_owners" (
	"owner" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"problem" text,
	"problem_at" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"closing_since" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "polled_repositories" (
	"repository_id" bigint PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"new_from" timestamp with time zone NOT NULL,
	"problem" text,
	"problem_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "polled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "polled_repositories" ADD CONSTRAINT "polled_repositories_owner_polled_owners_owner_fk" FOREIGN KEY ("owner") REFERENCES "public"."polled_owners"("owner") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "polled_repositories_owner" ON "polled_repositories" USING btree ("owner");
