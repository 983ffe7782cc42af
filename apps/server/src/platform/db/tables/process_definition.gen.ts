// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface ProcessDefinition {
  category: string | null;
  deployment_id: string;
  description: string | null;
  has_none_start: boolean;
  /**
   * What history keeps of its instances. A new version has that of the version before it.
   */
  history_level: Generated<string>;
  history_time_to_live: number | null;
  icon: string | null;
  id: string;
  is_startable: boolean;
  is_suspended: Generated<boolean>;
  key: string;
  name: string | null;
  resource_name: string;
  restricted_variables: string[] | null;
  start_form_key: string | null;
  starter_groups: Generated<string[]>;
  starter_users: Generated<string[]>;
  tenant_id: string | null;
  version: number;
  version_tag: string | null;
  workplace_id: string;
}
