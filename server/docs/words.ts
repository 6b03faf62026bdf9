const en = {
  reference: "API reference",
  errors: "Error codes",
  lead: "For scripts and spreadsheets: everything under /api/v1, with a line to try each of it.",
  errorsLead: "Every error has a code. Here is when each comes, and what to do.",
  tokens: "Make a token",
  file: "OpenAPI file",
  inEnglish: "",
};

const nl: typeof en = {
  reference: "API-naslag",
  errors: "Foutcodes",
  lead: "Voor scripts en spreadsheets: alles onder /api/v1, met een regel om elk onderdeel te proberen.",
  errorsLead: "Elke fout heeft een code. Hier staat wanneer die komt, en wat je dan doet.",
  tokens: "Maak een token",
  file: "OpenAPI-bestand",
  inEnglish: "Deze naslag is in het Engels.",
};

export const words = { en, nl };
