// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface DecisionDefinition {
  category: string | null;
  deployment_id: string;
  has_left: Generated<boolean>;
  history_time_to_live: number | null;
  id: string;
  key: string;
  name: string | null;
  requirements_id: string | null;
  requirements_key: string | null;
  resource_name: string;
  tenant_id: string | null;
  version: number;
  version_tag: string | null;
  workplace_id: string;
}
