// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface SiteTheme {
  fixed_footer: Generated<boolean>;
  menu_on_top: Generated<boolean>;
  product_name: string | null;
  theme_code: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}
