// Written by scripts/generate-db-types.ts: do not edit.
export interface DeploymentResource {
  bytes: Buffer;
  deployment_id: string;
  id: string;
  name: string;
  workplace_id: string;
}
