import { listMentioned, type RuntimeDocument, restrictForm } from '@millrace/forms'
import type { Translate } from '../../../web/src/lib/i18n.ts'

/**
 * The viewer of the preview: `fill` sees everything, `as NAME` has one role or group, `other` has no role or group, and
 * `read` may only read.
 */
export type Viewer = 'fill' | `as ${string}` | 'other' | 'read'

/** Lists the viewers to choose from in the preview of a form. */
export function listViewers(form: RuntimeDocument | null): Viewer[] {
  const names = form === null ? [] : listMentioned(form)
  const others: Viewer[] = names.length === 0 ? [] : [...names.map((name) => `as ${name}` as const), 'other']
  return ['fill', ...others, 'read']
}

export function nameViewer(viewer: Viewer, t: Translate): string {
  if (viewer === 'fill' || viewer === 'other' || viewer === 'read') return t(`designer.preview.roles.${viewer}`)
  return t('designer.preview.roles.as', { name: viewer.slice('as '.length) })
}

/** Returns the form as the server sends it to a viewer. */
export function showTo(form: RuntimeDocument, viewer: Viewer): RuntimeDocument {
  if (viewer === 'other') return restrictForm(form, []).form
  const names = viewer.startsWith('as ') ? [viewer.slice('as '.length)] : listMentioned(form)
  return restrictForm(form, names).form
}
