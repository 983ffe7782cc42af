// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Directory {
  active_attribute: string;
  active_rule: string;
  acts_as: string;
  addresses: string;
  base_dn: string;
  bind_dn: string;
  certificate: string;
  created_at: Timestamp;
  created_by: string | null;
  description: string;
  email_attribute: string;
  every_minutes: number | null;
  existing_rule: string;
  first_name_attribute: string;
  group_base_dn: string;
  group_filter: string;
  group_mapping: string;
  group_name_attribute: string;
  group_rule: string;
  hierarchy: string | null;
  id: string;
  key_attribute: string;
  kind: string;
  last_name_attribute: string;
  manager_attribute: string;
  member_attribute: string;
  name: string;
  name_key: Generated<string | null>;
  next_run_at: Timestamp | null;
  password: Buffer | null;
  revision: Generated<number>;
  security: string;
  signs_in: boolean;
  threshold_percent: number;
  updated_at: Timestamp;
  updated_by: string | null;
  user_filter: string;
  username_attribute: string;
  workplace_id: string;
}
