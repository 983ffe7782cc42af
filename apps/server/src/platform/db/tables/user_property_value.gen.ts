// Written by scripts/generate-db-types.ts: do not edit.
export interface UserPropertyValue {
  property_id: string;
  unique_key: string | null;
  user_id: string;
  value: string;
  workplace_id: string;
}
