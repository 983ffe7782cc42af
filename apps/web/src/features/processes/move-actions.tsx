import IconArrowsMove from 'icon:arrows-move'
import IconRestore from 'icon:restore'
import { Button } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { keepSelection } from '../../components/moving/selections.ts'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'

/** The buttons that open the page to move the tokens of a running instance, or to restart an ended one. */
export function MoveActions({ instance }: { readonly instance: InstanceDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [, change] = useSearchState()
  const { id, endedAt, permissions, definition } = instance
  if (endedAt === null)
    return permissions.retry ? (
      <Button
        size="xs"
        leftSection={<IconArrowsMove size={15} stroke={1.6} />}
        onClick={() => change({ mode: 'move' })}
      >
        {t('moves.move')}
      </Button>
    ) : null
  if (!permissions.restart) return null
  return (
    <Button
      size="xs"
      leftSection={<IconRestore size={15} stroke={1.6} />}
      onClick={() =>
        void navigate({
          to: paths.definition(definition.id),
          search: { mode: 'restart', selection: keepSelection({ ids: [id] }) } as never,
        })
      }
    >
      {t('moves.restart')}
    </Button>
  )
}
