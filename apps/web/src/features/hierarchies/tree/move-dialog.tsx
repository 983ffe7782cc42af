import { Button, Modal } from '@mantine/core'
import type { HierarchyNode } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../components/search-input/search-input.tsx'
import { FoundPositions } from './found-positions.tsx'
import classes from './hierarchy-tree.module.css'
import { nameOf } from './tree-rows.ts'

interface Props {
  /** The id of the hierarchy. */
  readonly id: string
  readonly node: HierarchyNode
  readonly onClose: () => void
  /** @param parentId null: to the top level. */
  readonly onMove: (parentId: string | null) => void
}

/** The dialog that moves a branch to a position that the user searches for, as an alternative to dragging. */
export function MoveDialog({ id, node, onClose, onMove }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  return (
    <Modal opened onClose={onClose} title={t('positions.moveTitle', { name: nameOf(node, t) })} size={520}>
      <div className={classes.dialog}>
        <SearchInput label={t('positions.searchParent')} value={q} onChange={setQ} />
        {q === '' ? (
          <p className={classes.note}>{t('positions.moveHelp')}</p>
        ) : (
          <FoundPositions
            id={id}
            q={q}
            refuse={(found) =>
              found.id === node.id || found.above.some((one) => one.id === node.id) ? t('positions.withinItself') : null
            }
            onChoose={(found) => onMove(found.id)}
          />
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {node.parentId === null ? null : <Button onClick={() => onMove(null)}>{t('positions.moveOut')}</Button>}
        </div>
      </div>
    </Modal>
  )
}
