import type { TSchema } from "@sinclair/typebox";
import { ClientJson, ClientListJson, ClientNameJson, NamedClientJson } from "../clients/json.ts";
import { ExplanationJson, IssueLabelsJson } from "../clients/mappings/explanation/json.ts";
import { MappingJson, MappingListJson, NewMappingJson } from "../clients/mappings/json.ts";
import { MappingPreviewJson } from "../clients/mappings/preview/json.ts";
import { ChangeJson, ChangeListJson } from "../entries/changes/json.ts";
import { NewCorrectionJson } from "../entries/corrections/json.ts";
import {
  AttributionJson,
  CorrectionJson,
  EntryDetailJson,
  EntryVersionJson,
  MatchJson,
} from "../entries/history/json.ts";
import {
  ClientOfEntryJson,
  EntryJson,
  EntryListJson,
  IssueJson,
  TotalsJson,
  UserJson,
} from "../entries/json.ts";
import { SeenLabelJson, SeenLabelListJson } from "../entries/labels/json.ts";
import { CommentTextJson, ParsedCommentJson } from "../entries/parse/json.ts";
import { PlanVsActualJson } from "../entries/plan-vs-actual/json.ts";
import { MeJson } from "../members/json.ts";
import { writtenOut } from "./schema.ts";
import type { Schema } from "./shape.ts";

/** The wire types that have a name in the document. */
const components: Record<string, TSchema> = {
  Entry: EntryJson,
  EntryList: EntryListJson,
  EntryDetail: EntryDetailJson,
  EntryVersion: EntryVersionJson,
  Totals: TotalsJson,
  Attribution: AttributionJson,
  Match: MatchJson,
  Correction: CorrectionJson,
  NewCorrection: NewCorrectionJson,
  Change: ChangeJson,
  ChangeList: ChangeListJson,
  PlanVsActual: PlanVsActualJson,
  SeenLabel: SeenLabelJson,
  SeenLabelList: SeenLabelListJson,
  CommentText: CommentTextJson,
  ParsedComment: ParsedCommentJson,
  User: UserJson,
  Issue: IssueJson,
  ClientOfEntry: ClientOfEntryJson,
  Client: ClientJson,
  ClientList: ClientListJson,
  ClientName: ClientNameJson,
  NamedClient: NamedClientJson,
  LabelMapping: MappingJson,
  LabelMappingList: MappingListJson,
  NewLabelMapping: NewMappingJson,
  LabelMappingPreview: MappingPreviewJson,
  IssueLabels: IssueLabelsJson,
  Explanation: ExplanationJson,
  Me: MeJson,
};

const names = new Map(Object.entries(components).map(([name, schema]) => [schema, name]));

/** The name of a wire type in the document. */
export function nameOf(schema: TSchema): string | undefined {
  return names.get(schema);
}

/** All of them, written out. */
export function componentSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, writtenOut(schema, nameOf)]),
  );
}
