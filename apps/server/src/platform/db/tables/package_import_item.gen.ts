// Written by scripts/generate-db-types.ts: do not edit.
export interface PackageImportItem {
  action: string;
  before: string | null;
  hash: string;
  import_id: string;
  item_id: string;
  key: string;
  kind: string;
  name: string;
  package_hash: string;
  package_key: string;
  position: number;
  stamp: string;
  workplace_id: string;
}
