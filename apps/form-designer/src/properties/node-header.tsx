import IconArrowsExchange from 'icon:arrows-exchange'
import IconClipboard from 'icon:clipboard'
import IconCopy from 'icon:copy'
import IconCornerDownRight from 'icon:corner-down-right'
import IconCut from 'icon:cut'
import IconDots from 'icon:dots'
import IconTrash from 'icon:trash'
import { ActionIcon, Menu } from '@mantine/core'
import type { NodeType } from '@millrace/forms'
import type { DesignNode } from '@millrace/forms/design'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../web/src/components/designer-frame/sheet.module.css'
import { Keys } from '../../../web/src/components/keys/keys.tsx'
import { MoveDialog } from '../dialogs/move-dialog.tsx'
import { listConversions } from '../model/convert-node.ts'
import { labelOf } from '../model/describe-node.ts'
import { nameType } from '../model/names.ts'
import { TypeIcon } from '../palette/type-icon.tsx'
import { convert, copy, duplicate, paste, remove } from '../store/actions.ts'
import { useStore } from '../store/use-designer.ts'
import classes from './panel.module.css'

/** The name of the selected node, and the menu of its actions. */
export function NodeHeader({ node }: { node: DesignNode }) {
  const { t } = useTranslation()
  const store = useStore()
  const [isMoving, setMoving] = useState(false)
  const label = labelOf(node)
  const { id } = node
  return (
    <header className={`${sheet.header} ${classes.header}`}>
      <TypeIcon type={node.type} />
      <h2 id="designer-panel-title" className={classes.title}>
        {label === '' ? nameType(node.type) : label}
      </h2>
      <span className={sheet.badge}>{nameType(node.type)}</span>
      <Menu width={260}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('designer.tools.more')}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Entry icon={<IconCopy size={15} />} keys={['Ctrl', 'D']} onClick={() => duplicate(store, id)}>
            {t('designer.tools.duplicate')}
          </Entry>
          <Entry icon={<IconCopy size={15} />} keys={['Ctrl', 'C']} onClick={() => void copy(store, id)}>
            {t('designer.tools.copy')}
          </Entry>
          <Entry icon={<IconCut size={15} />} keys={['Ctrl', 'X']} onClick={() => void copy(store, id, true)}>
            {t('designer.tools.cut')}
          </Entry>
          <Entry icon={<IconClipboard size={15} />} keys={['Ctrl', 'V']} onClick={() => void paste(store)}>
            {t('designer.tools.paste')}
          </Entry>
          <Entry icon={<IconCornerDownRight size={15} />} keys={[]} onClick={() => setMoving(true)}>
            {t('designer.tools.moveTo')}
          </Entry>
          <Entry icon={<IconTrash size={15} />} keys={['Del']} onClick={() => remove(store, id)}>
            {t('designer.tools.remove')}
          </Entry>
          <Conversions types={listConversions(store.design, id)} onChoose={(type) => convert(store, id, type)} />
        </Menu.Dropdown>
      </Menu>
      {isMoving ? <MoveDialog id={id} onClose={() => setMoving(false)} /> : null}
    </header>
  )
}

interface EntryProps {
  readonly icon: ReactNode
  readonly keys: readonly string[]
  readonly onClick: () => void
  readonly children: ReactNode
}

function Entry({ icon, keys, onClick, children }: EntryProps) {
  return (
    <Menu.Item leftSection={icon} rightSection={keys.length === 0 ? undefined : <Keys keys={keys} />} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}

function Conversions({ types, onChoose }: { types: readonly NodeType[]; onChoose: (type: NodeType) => void }) {
  const { t } = useTranslation()
  if (types.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        <IconArrowsExchange size={13} stroke={1.6} aria-hidden /> {t('designer.tools.convert')}
      </Menu.Label>
      <div className={classes.conversions}>
        {types.map((type) => (
          <Menu.Item key={type} leftSection={<TypeIcon type={type} size={15} />} onClick={() => onChoose(type)}>
            {nameType(type)}
          </Menu.Item>
        ))}
      </div>
    </>
  )
}
