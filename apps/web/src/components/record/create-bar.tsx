import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePreviousPage } from '../../lib/previous-page.ts'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { LinkButton } from '../link/link-button.tsx'
import type { Crumb } from '../page/page-header.tsx'
import { useList, useTrail } from '../page/use-trail.ts'

interface Props {
  /** Verb and object. */
  readonly action: string
  /** Whether all required data is entered. */
  readonly isComplete: boolean
  readonly isPending: boolean
  /** Called to create the record; missing: the button submits the form around it. */
  readonly onCreate?: () => void
  /** Steps of the breadcrumb between the list and this page. */
  readonly trail?: readonly Crumb[] | undefined
}

/** The bar at the foot of a page that creates a record: create, or return to the page that Escape opens too. */
export function CreateBar({ action, isComplete, isPending, onCreate, trail = noCrumbs }: Props) {
  const { t } = useTranslation()
  const { to, search } = useWayBack(trail) ?? {}
  return (
    <ActionBar>
      {to === undefined ? null : (
        <LinkButton to={to} {...(search && { search })}>
          {t('common.cancel')}
        </LinkButton>
      )}
      <Button
        variant="filled"
        loading={isPending}
        disabled={!isComplete}
        {...(onCreate === undefined ? { type: 'submit' } : { onClick: onCreate })}
      >
        {action}
      </Button>
    </ActionBar>
  )
}

const noCrumbs: readonly Crumb[] = []

/**
 * Returns the page from which the user came, as it was, if it is a parent page or the list of such records; otherwise
 * the last parent page.
 */
function useWayBack(trail: readonly Crumb[]): Pick<Crumb, 'to' | 'search'> | undefined {
  const previous = usePreviousPage()
  const parents: readonly Crumb[] = [...useTrail(), ...trail.filter(({ to }) => to !== undefined)]
  const isAbove = [useList(), ...parents].some((page) => page?.to === previous?.pathname)
  return previous !== null && isAbove ? { to: previous.pathname, search: previous.search } : parents.at(-1)
}
