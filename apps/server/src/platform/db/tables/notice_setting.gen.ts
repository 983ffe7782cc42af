// Written by scripts/generate-db-types.ts: do not edit.
export interface NoticeSetting {
  by_mail: string[];
  has_answers: boolean;
  hour: number;
  in_product: string[];
  is_daily: boolean;
  time_zone: string;
  user_id: string;
  workplace_id: string;
}
