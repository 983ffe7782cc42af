import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import type { SearchState } from '../../lib/use-search-state.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

interface Props {
  readonly isDirty: () => boolean
  /** Whether the entries are stored in this browser: then no question is asked when the session has ended. */
  readonly isKept?: boolean
  /** Search parameters that identify the content of the page: another value counts as another page. */
  readonly places?: readonly string[]
}

/** Asks before input is lost: on navigation to another page, and when the tab is closed. */
export function UnsavedGuard({ isDirty, isKept = false, places = [] }: Props) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || differ(places, current.search, next.search)) &&
      isDirty() &&
      !(isKept && sessionEnds.has(next.pathname)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t('unsaved.title')}
      action={t('unsaved.leave')}
      keep={t('unsaved.stay')}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}

function differ(places: readonly string[], one: SearchState, other: SearchState): boolean {
  return places.some((place) => one[place] !== other[place])
}

const sessionEnds: ReadonlySet<string> = new Set([paths.login, paths.sessionEnded])
