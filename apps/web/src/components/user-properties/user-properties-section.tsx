import { Button } from '@mantine/core'
import { api, type ValueOfUser } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { QueryFailure } from '../banner/query-failure.tsx'
import { FieldGrid, Section } from '../section/section.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import { listChanges } from './list-changes.ts'
import { PropertyField } from './property-field.tsx'
import classes from './user-properties-section.module.css'

export const valuesOfUserQuery = (userId: string) =>
  callQuery(api.userProperties.valuesOfUser, { params: { id: userId } })

/**
 * The properties of a user that the reader can see, with fields for those that the reader can edit. Empty when there
 * are none. Used on the profile and on the page of a user.
 */
export function UserPropertiesSection({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const values = useQuery(valuesOfUserQuery(userId))
  if (values.data === undefined)
    return values.isError ? <QueryFailure query={values} title={t('userProperties.sectionFailed')} /> : null
  return values.data.length === 0 ? null : <Values key={userId} userId={userId} values={values.data} />
}

function Values({ userId, values }: { userId: string; values: readonly ValueOfUser[] }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const keep = useKept(valuesOfUserQuery(userId).queryKey)
  const changes = listChanges(values, typed)
  const count = Object.keys(changes).length
  const save = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call(api.userProperties.setValuesOfUser, { params: { id: userId }, body: { values: body } }),
    onSuccess: (saved, sent) => {
      keep(saved)
      // What was typed while it was saved stays.
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key] !== value.trim())))
      showToast({ kind: 'success', title: t('userProperties.valuesSaved') })
    },
  })
  const hasFieldFaults = save.error instanceof ApiError && save.error.details.length > 0
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (count > 0 && !save.isPending) save.mutate(changes)
      }}
    >
      <UnsavedGuard isDirty={() => count > 0} />
      {save.isError && !hasFieldFaults ? (
        <ErrorBanner title={t('userProperties.valuesFailed')} error={save.error} comfort={t('record.stillHere')} />
      ) : null}
      <Section title={t('userProperties.section')} hint={t('userProperties.sectionHint')}>
        <FieldGrid>
          {values.map((property) => (
            <PropertyField
              key={property.key}
              userId={userId}
              property={property}
              value={typed[property.key] ?? property.value}
              error={describeFaultOf(save.error, `values.${property.key}`)}
              onChange={(value) => setTyped((before) => ({ ...before, [property.key]: value }))}
            />
          ))}
        </FieldGrid>
        {count === 0 ? null : (
          <div className={classes.buttons}>
            <span className={classes.note}>{t('userProperties.unsavedValues', { count })}</span>
            <Button
              onClick={() => {
                setTyped({})
                save.reset()
              }}
            >
              {t('userProperties.discardValues')}
            </Button>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('userProperties.saveValues')}
            </Button>
          </div>
        )}
      </Section>
    </form>
  )
}
