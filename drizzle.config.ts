import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./db/schema.ts",
    "./db/schema/people.ts",
    "./db/schema/polling.ts",
    "./db/schema/redelivery.ts",
    "./db/schema/connection.ts",
  ],
  out: "./db/migrations",
});
