ALTER TABLE "confirmations" ADD COLUMN "repository_id" bigint;--> statement-breakpoint
ALTER TABLE "confirmations" ADD COLUMN "under_way_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "confirmations_waiting" ON "confirmations" USING btree (lower("repository"),"issue_number") WHERE "confirmations"."state" = 'pending';