import { Button, Modal, NativeSelect } from '@mantine/core'
import { childrenOf } from '@millrace/forms/design'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listHolders } from '../model/find-target.ts'
import { nameHolder, nameNode } from '../model/names.ts'
import { listAround } from '../model/walk.ts'
import { moveTo } from '../store/actions.ts'
import { useStore } from '../store/use-designer.ts'
import classes from './dialogs.module.css'

/** The dialog that moves a node without dragging: into a chosen container, behind a chosen node (WCAG 2.2, 2.5.7). */
export function MoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const store = useStore()
  const { design } = store
  const node = design.nodes[id]
  const [holder, setHolder] = useState<string>(node?.parent ?? '')
  const [index, setIndex] = useState(0)
  if (node === undefined) return null
  const parent = holder === '' ? null : holder
  const neighbours = childrenOf(design, parent).filter((other) => other !== id)
  const holders = listHolders(design, id).map((one) => ({
    value: one ?? '',
    label: `${'– '.repeat(one === null ? 0 : listAround(design, one).length + 1)}${nameHolder(design, one)}`,
  }))
  const move = () => {
    // Counted with the node where it stands now.
    const all = childrenOf(design, parent)
    const before = neighbours[index]
    const at = before === undefined ? all.length : all.indexOf(before)
    onClose()
    if (moveTo(store, id, { parent, index: at })) store.focus(id)
  }
  return (
    <Modal opened onClose={onClose} title={t('designer.move.title', { name: nameNode(node) })} size={400}>
      <div className={classes.content}>
        <NativeSelect
          label={t('designer.move.into')}
          data={holders}
          value={holder}
          data-autofocus
          onChange={(event) => {
            setHolder(event.currentTarget.value)
            setIndex(0)
          }}
        />
        <NativeSelect
          label={t('designer.move.place')}
          data={[
            ...neighbours.map((other, at) => ({
              value: String(at),
              label: t('designer.move.before', { name: nameHolder(design, other) }),
            })),
            { value: String(neighbours.length), label: t('designer.move.last') },
          ]}
          value={String(Math.min(index, neighbours.length))}
          onChange={(event) => setIndex(Number(event.currentTarget.value))}
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="filled" onClick={move}>
            {t('designer.move.action')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
