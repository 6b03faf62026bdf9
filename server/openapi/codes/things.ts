import type { Code } from "./code.ts";

/** Refusals that come of what there is: something is missing, or stands already. */
export const thingCodes = {
  entry_not_found: {
    kinds: ["notFound"],
    when: "There is no time entry, or no plan, of that id. The two have separate addresses.",
    advice: "The detail says where to look. Entries are never deleted, so the id is another one.",
    detail: "There is no time entry 1041. 1041 is a plan: ask for /api/v1/plans/1041.",
  },
  already_corrected: {
    kinds: ["conflict"],
    when: "The entry was corrected before: another stands in its place.",
    advice: "Follow `Location` to the one that stands, and correct that where it is still wrong.",
    detail:
      "The time entry 1041 was corrected already, and 1057 stands in its place: /api/v1/time-entries/1057. Look at that one, and correct it where it is still wrong.",
  },
  client_not_found: {
    kinds: ["notFound"],
    when: "There is no client of that id.",
    advice: "Look it up in the list of clients.",
    detail: "There is no client 99. Look it up in the list of clients.",
  },
  client_exists: {
    kinds: ["conflict"],
    when: "An active client has that name already; case does not count.",
    advice:
      "`Location` leads to it: a script that is run a second time goes on with that one. Else choose another name.",
    detail:
      "An active client is called Acme already: /api/v1/clients/1. Use that one, or choose another name.",
  },
  mapping_not_found: {
    kinds: ["notFound"],
    when: "There is no label mapping of that id.",
    advice: "It may have been deleted. Look it up in the list of mappings.",
    detail: "There is no label mapping 99; it may have been deleted. Look it up in the list of mappings.",
  },
  mapping_exists: {
    kinds: ["conflict"],
    when: "The same label leads to the same client in the same place already.",
    advice: "`Location` leads to it: a script that is run a second time has nothing left to do.",
    detail: "This mapping stands already: /api/v1/label-mappings/12.",
  },
} satisfies Record<string, Code>;
