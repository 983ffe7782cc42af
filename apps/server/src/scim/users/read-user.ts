import { emailText, limits, plainText, type Role, text } from '@millrace/contract'
import { z } from 'zod'
import type { ProvisionedUser } from '../../operations/scim/provisioned-user.ts'
import { canonicalize, isValues } from '../patch/canonical.ts'
import { enterpriseSchema } from '../schemas.ts'
import { invalid } from '../scim-error.ts'
import { readExternalId, readOrRefuse } from '../values.ts'
import { namesOfRoles, userDefinition } from './user-resource.ts'

const fields = z.object({
  userName: text('username', limits.username),
  givenName: plainText(limits.personName),
  familyName: plainText(limits.personName),
  email: emailText,
})

/** Reads the user in a request of a client. @throws ScimError `invalidValue`. */
export function readUser(body: unknown): ProvisionedUser {
  if (!isValues(body)) throw invalid('invalidSyntax', 'Expected a JSON object.')
  const resource = canonicalize(userDefinition, body)
  const name = isValues(resource['name']) ? resource['name'] : {}
  const read = readOrRefuse(fields, {
    userName: resource['userName'],
    givenName: name['givenName'] ?? null,
    familyName: name['familyName'] ?? null,
    email: readEmail(resource['emails']),
  })
  const active = resource['active'] ?? true
  if (typeof active !== 'boolean') throw invalid('invalidValue', 'Expected active to be true or false.')
  return {
    username: read.userName,
    firstName: read.givenName || null,
    lastName: read.familyName || null,
    email: read.email || null,
    isActive: active,
    externalId: readExternalId(resource['externalId']),
    ...(resource['roles'] === undefined ? {} : { roles: readRoles(resource['roles']) }),
    ...readManager(resource[enterpriseSchema]),
  }
}

/** The primary address, or else the first. */
function readEmail(given: unknown): unknown {
  if (!Array.isArray(given)) return null
  const emails = given.filter(isValues)
  const chosen = emails.find(({ primary }) => primary === true) ?? emails[0]
  return chosen?.['value'] ?? null
}

function readRoles(given: unknown): ProvisionedUser['roles'] {
  const names = (Array.isArray(given) ? given : []).map((one) => (isValues(one) ? one['value'] : one))
  const texts = names.map((name) => {
    if (typeof name !== 'string' || name === '') throw invalid('invalidValue', 'Expected each role to have a value.')
    return name
  })
  const builtIn = new Set<Role>()
  const own = new Set<string>()
  for (const name of texts) {
    const role = namesOfRoles.get(name)
    if (role === undefined) own.add(name)
    else builtIn.add(role)
  }
  return { builtIn: [...builtIn], own: [...own] }
}

/** The manager stays where the extension is not sent. */
function readManager(extension: unknown): { readonly manager?: string | null } {
  if (!isValues(extension)) return {}
  const manager = extension['manager']
  const value = isValues(manager) ? manager['value'] : (manager ?? null)
  if (value === undefined || value === null || value === '') return { manager: null }
  if (typeof value !== 'string') throw invalid('invalidValue', 'Expected the manager to be the id of a user.')
  return { manager: value }
}
