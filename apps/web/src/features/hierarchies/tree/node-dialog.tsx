import { Button, Modal, TextInput } from '@mantine/core'
import { api, type HierarchyNode, hierarchyLimits, type Person } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { DateInput } from '../../../components/day-input/date-input.tsx'
import { PeopleSelect } from '../../../components/person/people-select.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import classes from './hierarchy-tree.module.css'
import { nameOf } from './tree-rows.ts'

/** The position that is edited, or the parent of a new one; null: the top level. */
export type Edited =
  | { readonly kind: 'edit'; readonly node: HierarchyNode }
  | { readonly kind: 'add'; readonly below: HierarchyNode | null }

interface Props {
  /** The id of the hierarchy. */
  readonly id: string
  readonly edited: Edited | null
  readonly isLocked: boolean
  readonly onClose: () => void
  readonly onSaved: (node: HierarchyNode) => void
}

/** The dialog for name, user and dates of a position. */
export function NodeDialog({ edited, ...props }: Props) {
  const { t } = useTranslation()
  const title =
    edited === null
      ? ''
      : edited.kind === 'edit'
        ? nameOf(edited.node, t)
        : edited.below === null
          ? t('positions.addTop')
          : t('positions.addBelow', { name: nameOf(edited.below, t) })
  return (
    <Modal opened={edited !== null} onClose={props.onClose} title={title} size={480}>
      {edited === null ? null : <NodeForm {...props} edited={edited} />}
    </Modal>
  )
}

function NodeForm({ id, edited, isLocked, onClose, onSaved }: Props & { edited: Edited }) {
  const { t } = useTranslation()
  const old = edited.kind === 'edit' ? edited.node : null
  const [name, setName] = useState(old?.name ?? '')
  const [person, setPerson] = useState<Person | null>(old?.person ?? null)
  const [validFrom, setFrom] = useState(old?.validFrom ?? '')
  const [validUntil, setUntil] = useState(old?.validUntil ?? '')
  const save = useMutation({
    mutationFn: () => {
      const fields = {
        ...{ name: name.trim(), username: person?.username ?? null },
        ...{ validFrom: validFrom || null, validUntil: validUntil || null },
      }
      return edited.kind === 'edit'
        ? call(api.hierarchies.saveNode, {
            params: { id, nodeId: edited.node.id },
            body: { ...fields, revision: edited.node.revision },
          })
        : call(api.hierarchies.addNode, { params: { id }, body: { ...fields, parentId: edited.below?.id ?? null } })
    },
    onSuccess: onSaved,
  })
  const hasFieldFaults =
    save.error instanceof ApiError && save.error.code !== 'thing.changed' && save.error.details.length > 0
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        // A form within a portal reports to the page around it as well.
        event.stopPropagation()
        if (!save.isPending) save.mutate()
      }}
    >
      {save.isError && !hasFieldFaults ? (
        <ErrorBanner title={t('positions.positionNotSaved')} error={save.error} comfort={t('record.stillHere')} />
      ) : null}
      <TextInput
        label={t('positions.position')}
        description={t('positions.positionHelp')}
        maxLength={hierarchyLimits.name}
        value={name}
        readOnly={isLocked}
        data-autofocus
        error={describeFaultOf(save.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isLocked ? (
        <TextInput label={t('positions.person')} readOnly value={person?.displayName ?? t('positions.vacant')} />
      ) : (
        <PeopleSelect
          label={t('positions.person')}
          description={t('positions.personHelp')}
          placeholder={t('positions.vacant')}
          isClearable
          chosen={person}
          error={describeFaultOf(save.error, 'username') ?? null}
          onChoose={setPerson}
        />
      )}
      <div className={classes.days}>
        <DateInput
          precision="day"
          label={t('positions.validFrom')}
          value={validFrom}
          readOnly={isLocked}
          error={describeFaultOf(save.error, 'validFrom')}
          onChange={setFrom}
        />
        <DateInput
          precision="day"
          label={t('positions.validUntil')}
          value={validUntil}
          readOnly={isLocked}
          error={describeFaultOf(save.error, 'validUntil')}
          onChange={setUntil}
        />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t(isLocked ? 'common.close' : 'common.cancel')}</Button>
        {isLocked ? null : (
          <Button
            type="submit"
            variant="filled"
            disabled={name.trim() === '' && person === null}
            loading={save.isPending}
          >
            {t(edited.kind === 'edit' ? 'positions.savePosition' : 'positions.addPosition')}
          </Button>
        )}
      </div>
    </form>
  )
}
