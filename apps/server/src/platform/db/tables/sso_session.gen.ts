// Written by scripts/generate-db-types.ts: do not edit.
export interface SsoSession {
  id_token: Buffer;
  is_chosen: boolean;
  issuer: string;
  provider_session: string | null;
  session_id: string;
  subject: string;
  workplace_id: string;
}
