DROP INDEX "confirmations_pending";--> statement-breakpoint
DROP INDEX "deliveries_pending";--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "confirmations_unposted" ON "confirmations" USING btree ("created_at") WHERE "confirmations"."state" <> 'posted';--> statement-breakpoint
CREATE INDEX "deliveries_unfinished" ON "deliveries" USING btree ("received_at") WHERE "deliveries"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "deliveries_outcome" ON "deliveries" USING btree ("outcome","id");--> statement-breakpoint
CREATE INDEX "deliveries_repository" ON "deliveries" USING btree (lower("repository"),"id");--> statement-breakpoint
CREATE INDEX "deliveries_sender" ON "deliveries" USING btree (lower("sender"),"id");--> statement-breakpoint
CREATE INDEX "entries_daily" ON "entries" USING btree ("kind","worked_on","client_id","minutes") WHERE "entries"."superseded_by_id" is null;--> statement-breakpoint
CREATE INDEX "entries_ambiguous" ON "entries" USING btree ("worked_on","id") WHERE "entries"."superseded_by_id" is null and jsonb_array_length("entries"."attribution" -> 'runnersUp') > 0;--> statement-breakpoint
CREATE INDEX "entry_totals_month" ON "entry_totals" USING btree ("kind","month","key");