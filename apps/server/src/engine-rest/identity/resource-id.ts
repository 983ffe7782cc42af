import { RestRefusal } from '../http/rest-refusal.ts'

/** Names that can be in addresses and models: letters, digits and a few signs. */
const pattern = /^[\w.@+-]+$/

/** Returns the id of a new user, group or tenant. Refuses a missing or invalid id. */
export function checkResourceId(what: string, id: string | null, field: string): string {
  if (id === null || id === '') throw new RestRefusal(400, 'NullValueException', `${field} is null`, 0)
  if (!pattern.test(id))
    throw new RestRefusal(
      400,
      'ProcessEngineException',
      `${what} has an invalid id: '${id}' is not a valid resource identifier.`,
      0,
    )
  return id
}
