CREATE TABLE "delivery_listing" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"watermark" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"problem" text,
	"problem_at" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"gap_from" timestamp with time zone,
	"gap_until" timestamp with time zone,
	"gap_read" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "delivery_listing_one" CHECK ("delivery_listing"."id" = 1),
	CONSTRAINT "delivery_listing_gap_whole" CHECK (("delivery_listing"."gap_from" is null) = ("delivery_listing"."gap_until" is null))
);
--> statement-breakpoint
CREATE TABLE "missing_deliveries" (
	"guid" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	"status_code" integer NOT NULL,
	"asked" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text,
	"given_up_at" timestamp with time zone,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "backfilled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "backfilled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "missing_deliveries_due" ON "missing_deliveries" USING btree ("next_at") WHERE "missing_deliveries"."given_up_at" is null;