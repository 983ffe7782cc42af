import '../../lib/rights-texts.ts'
import { Button, Select, Table, TextInput } from '@mantine/core'
import {
  type AskedKind,
  api,
  askedKinds,
  type ExplainedAction,
  type PermissionKind,
  roles as productRoles,
  type RightCause,
} from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { type Choice, FoundSelect } from '../../components/found-select/found-select.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { thingHooks } from '../../components/things/use-things.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './users.module.css'

interface Asked {
  readonly kind: AskedKind
  readonly thing: string
  readonly role?: string
}

/** The section for administrators that shows what a user may do with an object, and why. */
export function RightsSection({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<AskedKind>('application')
  const [thing, setThing] = useState<Choice | null>(null)
  const [role, setRole] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const begin = (next: AskedKind) => {
    setKind(next)
    setThing(null)
    setAsked(null)
  }
  return (
    <Section title={t('userRights.title')} hint={t('userRights.hint')}>
      <FieldGrid>
        <Select
          label={t('userRights.about')}
          data={askedKinds.map((value) => ({ value, label: t(`userRights.about_${value}`) }))}
          allowDeselect={false}
          value={kind}
          onChange={(next) => next !== null && begin(next as AskedKind)}
        />
        {kind === 'task' || kind === 'instance' ? (
          <TextInput
            label={t(`userRights.${kind}Id`)}
            description={t('userRights.idHint')}
            value={thing?.value ?? ''}
            onChange={({ currentTarget: { value } }) => setThing({ value: value.trim(), label: value.trim() })}
          />
        ) : (
          <ThingField key={kind} kind={kind} chosen={thing} onChoose={setThing} />
        )}
        <RoleField role={role} onChoose={setRole} />
      </FieldGrid>
      <div>
        <Button
          disabled={thing === null || thing.value === ''}
          onClick={() => thing !== null && setAsked({ kind, thing: thing.value, ...(role === '' ? {} : { role }) })}
        >
          {t('userRights.ask')}
        </Button>
      </div>
      {asked === null ? null : <Explanation userId={userId} asked={asked} />}
    </Section>
  )
}

interface ThingProps {
  readonly kind: PermissionKind
  readonly chosen: Choice | null
  readonly onChoose: (choice: Choice | null) => void
}

function ThingField({ kind, chosen, onChoose }: ThingProps) {
  const { t } = useTranslation()
  return (
    <FoundSelect
      label={t('userRights.thing')}
      placeholder={t('userRights.search')}
      texts={{ none: t('userRights.none'), failed: t('userRights.searchFailed') }}
      useFound={thingHooks[kind]}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

function RoleField({ role, onChoose }: { role: string; onChoose: (role: string) => void }) {
  const { t } = useTranslation()
  const own = useQuery(callQuery(api.ownRoles.list, { query: { size: 100, isDisabled: 'false' } }))
  return (
    <Select
      label={t('userRights.whatIf')}
      searchable
      clearable
      placeholder={t('userRights.whatIfNone')}
      data={[
        ...(own.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ...productRoles.map((value) => ({ value, label: value })),
      ]}
      value={role === '' ? null : role}
      onChange={(next) => onChoose(next ?? '')}
    />
  )
}

function Explanation({ userId, asked }: { userId: string; asked: Asked }) {
  const { t } = useTranslation()
  const answer = useQuery({ ...callQuery(api.userRights.explain, { params: { id: userId }, query: asked }), gcTime: 0 })
  return (
    <>
      <QueryFailure query={answer} title={t('userRights.failed')} />
      {answer.data?.isOpen === false ? <Banner kind="info" title={t('userRights.disabled')} /> : null}
      {answer.data === undefined ? null : (
        <ScrollRegion label={answer.data.name} className={classes.scroll}>
          <PlainTable>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('userRights.action')}</Table.Th>
                <Table.Th>{t('userRights.answer')}</Table.Th>
                <Table.Th>{t('userRights.why')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {answer.data.actions.map((action) => (
                <Table.Tr key={action.action}>
                  <Table.Td>{t(`userRights.${action.action}`)}</Table.Td>
                  <Table.Td>{t(action.isAllowed ? 'userRights.yes' : 'userRights.no')}</Table.Td>
                  <Table.Td>
                    {describe(t, action).map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
    </>
  )
}

function describe(t: Translate, action: ExplainedAction): string[] {
  const { isAllowed, causes, areNeededTogether, refusal, wouldNeed, forbiddenBy } = action
  const name = (all: readonly RightCause[]) => all.map((cause) => nameCause(t, cause))
  if (isAllowed)
    return areNeededTogether ? [t('userRights.together', { causes: name(causes).join('; ') })] : name(causes)
  return [
    refusal ?? '',
    forbiddenBy.length === 0 ? '' : t('userRights.forbiddenBy', { causes: name(forbiddenBy).join('; ') }),
    wouldNeed.length === 0
      ? t('userRights.wouldNeedNothing')
      : t('userRights.wouldNeed', { roles: wouldNeed.join(', ') }),
  ].filter((line) => line !== '')
}

function nameCause(t: Translate, { kind, name, via }: RightCause): string {
  const cause = t(`userRights.by_${kind}`, { name })
  if (via === null) return cause
  const by =
    kind === 'authorization'
      ? t(`userRights.level_${via as 'user' | 'group' | 'everybody'}`)
      : t('userRights.viaGroup', { name: via })
  return t('userRights.via', { cause, via: by })
}
