import { expect, it } from 'vitest'
import { splitDbTypes } from './split-db-types.ts'

it('gives each table a file that imports what it uses, and one that names them', () => {
  const files = splitDbTypes(`/** Notice. */

import type { ColumnType } from "kysely";

export type Generated<T> = T;

export type Timestamp = ColumnType<Date>;

export interface Absence {
  from_at: Timestamp;
  id: string;
}

export interface AppUser {
  size: Generated<ColumnType<number>>;
}

export interface DB {
  absence: Absence;
  app_user: AppUser;
}
`)
  expect([...files.keys()]).toEqual([
    'tables/column-types.gen.ts',
    'tables/absence.gen.ts',
    'tables/app_user.gen.ts',
    'schema.gen.ts',
  ])
  expect(files.get('tables/app_user.gen.ts')).toBe(`// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated } from './column-types.gen.ts'

export interface AppUser {
  size: Generated<ColumnType<number>>;
}
`)
  expect(files.get('schema.gen.ts')).toContain("import type { Absence } from './tables/absence.gen.ts'\n")
  expect(files.get('schema.gen.ts')).toContain('  app_user: AppUser;\n')
})
