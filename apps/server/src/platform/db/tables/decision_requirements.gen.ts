// Written by scripts/generate-db-types.ts: do not edit.
export interface DecisionRequirements {
  category: string | null;
  deployment_id: string;
  id: string;
  key: string;
  name: string | null;
  resource_name: string;
  tenant_id: string | null;
  version: number;
  workplace_id: string;
}
