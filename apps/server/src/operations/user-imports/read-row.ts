import {
  emailText,
  limits,
  patterns,
  plainText,
  type Role,
  readRole,
  roles,
  text,
  type UserImportField,
} from '@millrace/contract'
import type { z } from 'zod'
import { propertyOf } from './user-import.ts'

/** The values of a row for its user. Missing or empty values stay unchanged. */
export interface RowValues {
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  /** User name. */
  readonly manager?: string
  /** Roles that are given to the user in addition to existing ones. */
  readonly roles?: readonly Role[]
  /** Keys or names of groups that the user joins, in addition to existing memberships. */
  readonly groups?: readonly string[]
  /** Values of user properties, by key. */
  readonly properties: Readonly<Record<string, string>>
}

export type ReadRow = { readonly values: RowValues } | { readonly fault: string }

/** Reads the cells of a row by the fields of its columns. */
export function readRow(cells: readonly string[], mapping: readonly (UserImportField | '')[]): ReadRow {
  const values: Record<string, unknown> = {}
  const properties: Record<string, string> = {}
  for (const [index, field] of mapping.entries()) {
    const cell = (cells[index] ?? '').trim()
    if (field === '' || cell === '') continue
    const key = propertyOf(field)
    if (key !== null) {
      properties[key] = cell
      continue
    }
    const read = readField(field, cell)
    if ('fault' in read) return read
    values[field] = read.value
  }
  return { values: { ...values, properties } }
}

const checks: Readonly<Record<string, { readonly type: z.ZodType; readonly name: string }>> = {
  username: { type: text('username', limits.username), name: 'a user name of letters, digits and . _ @ + -' },
  firstName: { type: plainText(limits.personName), name: 'a first name' },
  lastName: { type: plainText(limits.personName), name: 'a last name' },
  email: { type: emailText, name: 'an email address' },
  manager: { type: text('username', limits.username), name: 'the user name of a manager' },
}

function readField(field: UserImportField, cell: string): { readonly value: unknown } | { readonly fault: string } {
  if (field === 'roles') return readRoles(cell)
  if (field === 'groups') return { value: splitNames(cell) }
  const check = checks[field]
  const read = check?.type.safeParse(cell)
  if (read?.success) return { value: read.data }
  return { fault: `Expected ${check?.name ?? 'another value'}, but the cell has “${cell.slice(0, 50)}”.` }
}

function readRoles(cell: string): { readonly value: readonly Role[] } | { readonly fault: string } {
  const found: Role[] = []
  for (const name of splitNames(cell)) {
    const role = readRole(name) ?? readRole(name.replace(/^role_?/i, 'Role'))
    if (role === null) return { fault: `Expected roles such as ${roles[4]}, but “${name.slice(0, 50)}” is not a role.` }
    found.push(role)
  }
  return { value: [...new Set(found)] }
}

/** Several names in one cell are separated by commas, semicolons or bars. */
function splitNames(cell: string): string[] {
  return [
    ...new Set(
      cell
        .split(/[,;|]/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ]
}

/** Returns a file name that can be shown in a list of imports. */
export function cleanFileName(name: string): string {
  const clean = patterns.settingValue.regex.test(name) ? name : name.replaceAll(/[<>"`{};\\\p{Cc}]/gu, ' ')
  return clean.slice(0, 255)
}
