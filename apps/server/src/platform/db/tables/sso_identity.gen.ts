// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface SsoIdentity {
  is_open: Generated<boolean>;
  issuer: string;
  subject: string;
  user_id: string;
  workplace_id: string;
}
