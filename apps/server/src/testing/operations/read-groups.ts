import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Audience } from '@millrace/contract'
import type { OperationGroup } from './operation-case.ts'

/** Who may make a call, by method and path: `GET /users`. */
export type CallRights = Readonly<Record<string, Audience>>

const modules = globSync('groups/*.ts', { cwd: import.meta.dirname }).sort()

/** Every group of operations: what the files of `groups` export. A new resource is a new file there. */
export async function readOperationGroups(): Promise<OperationGroup[]> {
  return (await readExports()).filter(isOperationGroup)
}

/** The rights of calls that stand beside the operations of their resource. @throws when two files name one call. */
export async function readCallRights(): Promise<CallRights> {
  const rights: Record<string, Audience> = {}
  for (const one of (await readExports()).filter(isCallRights))
    for (const [call, audience] of Object.entries(one)) {
      if (Object.hasOwn(rights, call)) throw new Error(`Expected the rights of ${call} once, but they stand twice.`)
      rights[call] = audience
    }
  return rights
}

async function readExports(): Promise<object[]> {
  const read = await Promise.all(modules.map((path) => import(join(import.meta.dirname, path))))
  return read.flatMap((module) => Object.values<object>(module))
}

function isOperationGroup(value: object): value is OperationGroup {
  return 'cases' in value
}

function isCallRights(value: object): value is CallRights {
  return Object.keys(value).some((name) => /^[A-Z]+ \//.test(name))
}
