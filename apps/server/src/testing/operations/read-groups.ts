import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Audience } from '@millrace/contract'
import type { OperationGroup } from './operation-case.ts'

/** The roles that may make a call, by method and path: `GET /users`. */
export type CallRights = Readonly<Record<string, Audience>>

const modules = globSync('groups/*.ts', { cwd: import.meta.dirname }).sort()

/** Returns every group of operations: the exports of the files in `groups`. A new resource is a new file there. */
export async function readOperationGroups(): Promise<OperationGroup[]> {
  return (await readExports()).filter(isOperationGroup)
}

/**
 * Returns the roles of all calls, which the files of `groups` declare.
 * @throws Error when two files name the same call.
 */
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
