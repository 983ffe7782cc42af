import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const formLinkStates = ['open', 'used', 'expired', 'ended'] as const

export type FormLinkState = (typeof formLinkStates)[number]

export const formLinkRow = z.object({
  id: z.string(),
  /** The purpose of the link. */
  name: z.string(),
  process: z.object({ key: z.string(), name: z.string() }),
  /** The task that it leads to; null where it starts the process. */
  taskId: z.string().nullable(),
  /** The address to which the link was mailed; null for links without a recipient. */
  recipient: z.string().nullable(),
  state: z.enum(formLinkStates),
  /** The expiry; null: valid until a user ends the link. */
  expiresAt: instant.nullable(),
  /** Single use. */
  isOnce: z.boolean(),
  hasCaptcha: z.boolean(),
  /** Whether the form can be saved, and continued with a mailed link. */
  maySave: z.boolean(),
  /** Origins whose pages may show the form within theirs. */
  sites: z.array(z.string()),
  /** The number of forms sent with the link. */
  uses: z.number().int(),
  usedAt: instant.nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
})

export type FormLinkRow = z.output<typeof formLinkRow>

/** The list of public links that start processes. The search covers name and key of the process. */
export const formLinkList = defineList({
  name: 'formLinks.list',
  columns: {
    name: { type: 'text', label: 'formLinks.name', isFixed: true },
    process: { type: 'text', label: 'formLinks.process', value: 'process.name' },
    recipient: { type: 'text', label: 'formLinks.recipient' },
    state: { type: 'text', label: 'common.state' },
    uses: { type: 'number', label: 'formLinks.uses' },
    used: { type: 'instant', label: 'formLinks.used', value: 'usedAt', isHidden: true },
    expires: { type: 'instant', label: 'formLinks.expires', value: 'expiresAt' },
    isOnce: { type: 'flag', label: 'formLinks.isOnce' },
    hasCaptcha: { type: 'flag', label: 'formLinks.hasCaptcha', isHidden: true },
    maySave: { type: 'flag', label: 'formLinks.maySave', isHidden: true },
    sites: { type: 'texts', label: 'formLinks.sites' },
    created: { type: 'instant', label: 'formLinks.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'formLinks.createdBy', isHidden: true },
  },
  sorts: ['created', 'name', 'expires'],
  order: ['-created'],
  filters: {
    isEnded: { type: 'flag', label: 'formLinks.isEnded' },
    expires: { type: 'instant', label: 'formLinks.expires' },
    created: { type: 'instant', label: 'formLinks.created' },
  },
  views: {
    all: { label: 'formLinks.all', search: {} },
    open: { label: 'formLinks.notEnded', search: { isEnded: 'false' } },
    ended: { label: 'formLinks.endedView', search: { isEnded: 'true' } },
  },
  search: 'formLinks.search',
})
