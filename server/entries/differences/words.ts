const en = {
  columns: { field: "Field", before: "Now", after: "Corrected" },
  fields: {
    minutes: "Duration",
    workedOn: "Day",
    note: "Note",
    labels: "Labels",
    client: "Client",
  },
  none: "none",
  to: "to",
  order: "in another order",
  removed: "removed",
  added: "added",
};

const nl: typeof en = {
  columns: { field: "Veld", before: "Nu", after: "Gecorrigeerd" },
  fields: {
    minutes: "Duur",
    workedOn: "Dag",
    note: "Notitie",
    labels: "Labels",
    client: "Klant",
  },
  none: "geen",
  to: "naar",
  order: "in een andere volgorde",
  removed: "weg",
  added: "erbij",
};

export const words = { en, nl };
