// Written by scripts/generate-db-types.ts: do not edit.
export interface ApplicationVersionPart {
  application_id: string;
  key: string;
  kind: string;
  name: string;
  part_id: string;
  part_version: number;
  version: number;
  workplace_id: string;
}
