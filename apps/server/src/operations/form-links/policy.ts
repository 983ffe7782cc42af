import type { LinkOverReason } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { FormLink } from './form-link.ts'

/** Checks that the user may create and end public links. Returns null if so, otherwise a refusal. */
export function refuseLinkKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleProcessAdmin', 'RoleAdmin'], 'operate')
}

/**
 * Checks that a public link can start its process or complete its task now. Returns null if so, otherwise a refusal
 * with the reason, which only holders of the link get.
 */
export function refuseLink(link: FormLink | null, now: Date): Refusal | null {
  if (link === null) return noSuchLink()
  if (link.ended_at !== null)
    return linkIsOver('ended', 'Expected a valid link, but its sender has ended it. Ask them for a new one.')
  if (link.is_once && link.uses > 0) return linkIsUsed()
  if (link.expires_at !== null && link.expires_at <= now)
    return linkIsOver('expired', 'Expected a valid link, but it has expired. Ask the sender for a new one.')
  if (link.task_id !== null && !link.is_task_open) return taskOfLinkIsDone()
  if (link.is_suspended || (link.task_id === null && !link.has_none_start))
    return refuse(
      'definition.not-startable',
      'Expected an active process, but it is suspended. Try again later, or ask the sender of the link.',
    )
  return null
}

export function taskOfLinkIsDone(): Refusal {
  return linkIsOver(
    'done',
    'Expected an open task, but it is already completed or no longer needed. You do not have to do anything.',
  )
}

/** Returns the refusal for a link that is no longer valid, with the reason for which the page has a text. */
export function linkIsOver(reason: LinkOverReason, message: string): Refusal {
  return refuse('link.over', message, [{ where: 'reason', message: reason }])
}

export function noSuchLink(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a public link, but this link does not exist. Check that you copied the whole link.',
  )
}

export function linkIsUsed(): Refusal {
  return linkIsOver(
    'used',
    'Expected an unused link, but a form was already sent with it. Ask the sender for a new one.',
  )
}
