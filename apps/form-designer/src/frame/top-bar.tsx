import IconAccessible from 'icon:accessible'
import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconBinaryTree from 'icon:binary-tree'
import IconClockPlay from 'icon:clock-play'
import IconCode from 'icon:code'
import IconDots from 'icon:dots'
import IconEye from 'icon:eye'
import IconFileImport from 'icon:file-import'
import IconFileUpload from 'icon:file-upload'
import IconHistory from 'icon:history'
import IconKeyboard from 'icon:keyboard'
import IconLanguage from 'icon:language'
import IconLink from 'icon:link'
import IconTemplate from 'icon:template'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { isDirty } from '@millrace/forms/design'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DesignerBar, SaveButton } from '../../../web/src/components/designer-frame/designer-bar.tsx'
import frame from '../../../web/src/components/designer-frame/frame.module.css'
import { HelpTool, Tool } from '../../../web/src/components/designer-frame/tool.tsx'
import { presentTime } from '../../../web/src/lib/dates.ts'
import type { Translate } from '../../../web/src/lib/i18n.ts'
import { redoLast, undoLast } from '../store/actions.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import type { AutoSave } from '../work/use-auto-save.ts'
import type { Saving } from '../work/use-saving.ts'
import type { View } from './center.tsx'
import type { DialogName } from './designer-dialogs.tsx'
import classes from './top-bar.module.css'

interface Props {
  readonly name: string
  readonly helpUrl: string
  readonly back: ReactNode
  readonly saving: Saving
  readonly autoSave: AutoSave
  readonly view: View
  readonly onView: (view: View) => void
  readonly onDialog: (dialog: DialogName) => void
}

/** The bar with the name of the form, the state of unsaved changes, and actions on the whole form. */
export function TopBar(props: Props) {
  const { t } = useTranslation()
  const { name, helpUrl, back, saving, view, onView, onDialog } = props
  const store = useStore()
  const isChanged = useDesigner(({ stack }) => isDirty(stack))
  const isHeld = useDesigner(({ heldBy }) => heldBy !== null)
  const canUndo = useDesigner(({ stack }) => stack.done.length > 0)
  const canRedo = useDesigner(({ stack }) => stack.undone.length > 0)
  return (
    <DesignerBar
      back={back}
      name={name}
      classNames={classes}
      version={
        <>
          {saving.version === 0 ? t('designer.bar.unsaved') : t('designer.bar.version', { version: saving.version })}
          {isChanged ? t('designer.bar.changed') : ''}
        </>
      }
      isChanged={isChanged}
      state={<span className={classes.state}>{describeState(props, t)}</span>}
    >
      <Tool label={t('designer.bar.undo')} isDisabled={!canUndo || isHeld} onClick={() => undoLast(store)}>
        <IconArrowBackUp size={17} stroke={1.6} />
      </Tool>
      <Tool label={t('designer.bar.redo')} isDisabled={!canRedo || isHeld} onClick={() => redoLast(store)}>
        <IconArrowForwardUp size={17} stroke={1.6} />
      </Tool>
      <Tool label={t('designer.bar.history')} onClick={() => onDialog('history')}>
        <IconHistory size={17} stroke={1.6} />
      </Tool>
      <HelpTool label={t('designer.bar.help')} href={helpUrl} />
      <Menu width={240}>
        <Menu.Target>
          <ActionIcon aria-label={t('designer.bar.more')}>
            <IconDots size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Entry icon={<IconFileImport size={15} />} isDisabled={isHeld} onClick={() => onDialog('chooseForm')}>
            {t('designer.bar.importForm')}
          </Entry>
          <Entry icon={<IconFileUpload size={15} />} isDisabled={isHeld} onClick={() => onDialog('importFile')}>
            {t('designer.bar.importFile')}
          </Entry>
          <Entry icon={<IconTemplate size={15} />} isDisabled={isHeld} onClick={() => onDialog('appendTemplate')}>
            {t('designer.bar.appendTemplate')}
          </Entry>
          <Entry icon={<IconTemplate size={15} />} isDisabled={isHeld} onClick={() => onDialog('replaceByTemplate')}>
            {t('designer.bar.replaceByTemplate')}
          </Entry>
          <Entry icon={<IconClockPlay size={15} />} onClick={() => onDialog('autoSave')}>
            {t('designer.bar.autoSave')}
          </Entry>
          <Menu.Divider />
          <Entry icon={<IconAccessible size={15} />} onClick={() => onView('checks')}>
            {t('designer.views.checks')}
          </Entry>
          <Entry icon={<IconBinaryTree size={15} />} onClick={() => onView('rules')}>
            {t('designer.views.rules')}
          </Entry>
          <Entry icon={<IconLanguage size={15} />} onClick={() => onView('translations')}>
            {t('designer.views.translations')}
          </Entry>
          <Entry icon={<IconCode size={15} />} onClick={() => onView('json')}>
            {t('designer.views.json')}
          </Entry>
          <Entry icon={<IconLink size={15} />} onClick={() => onDialog('uses')}>
            {t('designer.uses.title')}
          </Entry>
          <Menu.Divider />
          <Entry icon={<IconKeyboard size={15} />} onClick={() => onDialog('keys')}>
            {t('designer.bar.keys')}
          </Entry>
        </Menu.Dropdown>
      </Menu>
      <span className={`${frame.divider} ${classes.divider}`} />
      <Button
        className={classes.wide}
        size="xs"
        leftSection={<IconEye size={15} stroke={1.6} />}
        onClick={() => onView(view === 'preview' ? 'canvas' : 'preview')}
      >
        {view === 'preview' ? t('designer.bar.endPreview') : t('designer.views.preview')}
      </Button>
      <SaveButton label={t('designer.bar.save')} saving={saving} isDisabled={isHeld} />
    </DesignerBar>
  )
}

function describeState({ saving, autoSave }: Props, t: Translate): string {
  const { settings, keptAt } = autoSave
  const times = [
    saving.savedAt === null ? null : t('designer.bar.savedAt', { time: presentTime(saving.savedAt) }),
    keptAt === null ? null : t('designer.bar.keptAt', { time: presentTime(keptAt) }),
    settings?.isOn === true ? t('designer.bar.every', { seconds: settings.interval ?? 0 }) : null,
  ]
  return times.filter((part) => part !== null).join(', ')
}

interface EntryProps {
  readonly icon: ReactNode
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Entry({ icon, isDisabled = false, onClick, children }: EntryProps) {
  return (
    <Menu.Item leftSection={icon} disabled={isDisabled} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}
