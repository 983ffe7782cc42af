import { listBrokenRules, readMinLength } from '../../operations/users/password-rules.ts'
import { asBody, bodyOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'

interface Rule {
  /** The first and the fourth are those of Camunda, which its web applications translate. */
  readonly placeholder: string
  readonly parameter: Readonly<Record<string, string>>
}

/** The rules for new passwords, as the product has them everywhere: `operations/users/password-rules.ts`. */
async function listRules(call: Call): Promise<{ readonly rules: Rule[]; readonly least: number }> {
  const least = await readMinLength(call.runtime.db, call.actor.workplaceId)
  const rules: Rule[] = [
    { placeholder: 'PASSWORD_POLICY_LENGTH', parameter: { minLength: String(least) } },
    { placeholder: 'PASSWORD_POLICY_DIFFERENT_CHARACTERS', parameter: { minDifferent: '4' } },
    { placeholder: 'PASSWORD_POLICY_COMMON', parameter: {} },
    { placeholder: 'PASSWORD_POLICY_USER_DATA', parameter: {} },
  ]
  return { rules, least }
}

export async function getPasswordPolicy(call: Call): Promise<unknown> {
  return { rules: (await listRules(call)).rules }
}

/** Checks a password against each rule. The password is not stored, and no user is looked up. */
export async function checkPasswordPolicy(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const newPassword = textOf(body, 'password')
  if (newPassword === null) throw invalid('Password is required')
  const { rules, least } = await listRules(call)
  const profile = asBody(body.profile ?? {})
  const owner = {
    username: textOf(profile, 'id') ?? '',
    firstName: textOf(profile, 'firstName'),
    lastName: textOf(profile, 'lastName'),
    email: textOf(profile, 'email'),
  }
  const broken = listBrokenRules({ least, owner, newPassword, currentPassword: null })
  const isValid = [
    !broken.has('length'),
    !broken.has('characters'),
    !broken.has('common'),
    !broken.has('userData') && !broken.has('username'),
  ]
  const checked = rules.map((rule, index) => ({ ...rule, valid: isValid[index] ?? false }))
  return { rules: checked, valid: checked.every(({ valid }) => valid) }
}
