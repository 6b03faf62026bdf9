/** What can come of a delivery, and how it is told to whoever reads the delivery's record. */
export const outcomes = {
  recorded: "The commands were recorded.",
  refused: "A command was not understood; nothing was recorded and the reply says why.",
  duplicate: "This comment was answered before; nothing was recorded again.",
  no_command: "The comment holds no command.",
  unsupported_event: "svc acts on new issue comments only.",
  not_created: "Edited and deleted comments change nothing.",
  bot: "The comment was not written by a person.",
  own_comment: "The comment was posted by svc itself.",
  foreign_owner: "The repository's owner is not among ALLOWED_ORGS.",
  not_member: "The author is not an active member of an organisation in ALLOWED_ORGS.",
  malformed: "The delivery does not have the form that the code host documents.",
} as const;

export type Outcome = keyof typeof outcomes;
