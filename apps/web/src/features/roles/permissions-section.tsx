import '../../lib/rights-texts.ts'
import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, Checkbox, Select } from '@mantine/core'
import { type PermissionAction, type PermissionKind, permissionActions, permissionKinds } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FoundSelect } from '../../components/found-select/found-select.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { allThings, thingOrAllHooks } from '../../components/things/use-things.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { faultOf, type OwnRoleDraft, type PermissionDraft, withKind } from './own-role-draft.ts'
import classes from './roles.module.css'

const first: PermissionDraft = { kind: 'application', thing: null, name: null, isAll: false, actions: ['see'] }

/** The permissions of an own role, one in each line. */
export function PermissionsSection({ draft, onChange, isLocked, error }: DraftFields<OwnRoleDraft>) {
  const { t } = useTranslation()
  const { permissions } = draft
  const change = (index: number, line: PermissionDraft | null) =>
    onChange({
      permissions: permissions.flatMap((one, place) => (place !== index ? [one] : line === null ? [] : [line])),
    })
  return (
    <Section title={t('roleEditor.permissions')} hint={t('roleEditor.permissionsIntro')}>
      {permissions.length === 0 ? <p className={classes.note}>{t('roleEditor.noPermissions')}</p> : null}
      <ul className={classes.lines}>
        {permissions.map((line, index) => {
          const fault = faultOf(permissions, index)
          return (
            <Line
              // Lines have nothing else to be told apart by, and keep their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              line={line}
              isLocked={isLocked}
              error={
                describeFaultOf(error, `permissions.${index}.thing`) ??
                (fault === null ? undefined : t(`roleEditor.${fault}`))
              }
              onChange={(next) => change(index, next)}
            />
          )
        })}
      </ul>
      {isLocked ? null : (
        <div>
          <Button
            leftSection={<IconPlus size={15} stroke={1.6} />}
            onClick={() => onChange({ permissions: [...permissions, first] })}
          >
            {t('roleEditor.addPermission')}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface LineProps {
  readonly line: PermissionDraft
  readonly isLocked: boolean
  readonly error: string | undefined
  readonly onChange: (line: PermissionDraft | null) => void
}

function Line({ line, isLocked, error, onChange }: LineProps) {
  const { t } = useTranslation()
  const { kind, thing, isAll } = line
  const all = { value: allThings, label: t(`roleEditor.all_${kind}`) }
  const name = line.name ?? (thing === null ? null : t('roleEditor.gone', { thing }))
  const chosen = isAll ? all : thing === null || name === null ? null : { value: thing, label: name }
  const title = isAll ? all.label : (name ?? t(`roleEditor.kind_${kind}`))
  return (
    <li className={classes.line}>
      <div>
        <Select
          label={t('roleEditor.kind')}
          data={permissionKinds.map((value) => ({ value, label: t(`roleEditor.kind_${value}`) }))}
          allowDeselect={false}
          readOnly={isLocked}
          value={kind}
          onChange={(next) => next !== null && next !== kind && onChange(withKind(line, next as PermissionKind))}
        />
      </div>
      <div>
        <ThingSelect
          key={kind}
          kind={kind}
          chosen={chosen}
          isLocked={isLocked}
          error={error}
          onChoose={(choice) =>
            onChange({
              ...line,
              thing: choice === null || choice.value === all.value ? null : choice.value,
              name: choice === null || choice.value === all.value ? null : choice.label,
              isAll: choice?.value === all.value,
            })
          }
        />
      </div>
      <div className={classes.wide}>
        <Checkbox.Group
          label={t('roleEditor.may')}
          value={[...line.actions]}
          readOnly={isLocked}
          onChange={(next) =>
            onChange({
              ...line,
              actions: permissionActions[kind].filter((one) => next.includes(one)) as PermissionAction[],
            })
          }
        >
          <div className={classes.actions}>
            {permissionActions[kind].map((action) => (
              <Checkbox key={action} value={action} label={t(`roleEditor.may_${action}`)} disabled={isLocked} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
      {isLocked ? null : (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          aria-label={t('roleEditor.removePermission', { name: title })}
          onClick={() => onChange(null)}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

interface ThingProps {
  readonly kind: PermissionKind
  readonly chosen: Choice | null
  readonly isLocked: boolean
  readonly error: string | undefined
  readonly onChoose: (choice: Choice | null) => void
}

function ThingSelect({ kind, ...props }: ThingProps) {
  const { t } = useTranslation()
  return (
    <FoundSelect
      label={t('roleEditor.thing')}
      description={t(`roleEditor.hint_${kind}`)}
      placeholder={t('roleEditor.searchThings')}
      texts={{ none: t('roleEditor.nothingFound'), failed: t('roleEditor.searchFailed') }}
      clearable={false}
      useFound={thingOrAllHooks[kind]}
      {...props}
    />
  )
}
