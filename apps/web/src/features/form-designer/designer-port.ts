import {
  api,
  type DesignerDetail as DetailAnswer,
  type EditLock,
  type FormHistory,
  type FormUses,
  type Person,
  type SavedDesign,
} from '@millrace/contract'
import type { QueryClient } from '@tanstack/react-query'
import type {
  DesignerDetail,
  DesignerPort,
  DesignSave,
  DesignUses,
  DesignVersion,
} from '../../../../form-designer/src/designer-port.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { userThemesQuery } from '../../lib/theme/theme-queries.ts'

type Shared = Pick<
  DesignerPort,
  | 'listForms'
  | 'readForm'
  | 'readFile'
  | 'listTemplates'
  | 'readTemplate'
  | 'readAutoSave'
  | 'setAutoSave'
  | 'listThemes'
  | 'listDataLists'
  | 'listAdapters'
>

/** Creates the access of the designer to the server, for the form of an application. */
export function createFormPort(client: QueryClient, params: { appId: string; formId: string }): DesignerPort {
  return {
    ...createSharedPort(client),
    load: async () => presentDetail(await call(api.forms.designer, { params })),
    save: async (design) => presentSaved(await call(api.forms.saveDesign, { params, body: presentSave(design) })),
    listVersions: async () => presentHistory(await call(api.forms.history, { params })),
    compareVersions: (from, to) => call(api.forms.compare, { params, query: { from, to } }),
    restoreVersion: async (version, given) =>
      presentSaved(
        await call(api.forms.restoreVersion, {
          params: { ...params, version },
          body: presentToken(given),
        }),
      ),
    listUses: async () => presentUses(await call(api.formDesigner.uses, { params: { id: params.formId } })),
    keepUnsaved: async (body) => void (await call(api.forms.autoSave, { params, body })),
    discardUnsaved: async () => void (await call(api.forms.discardAutoSaved, { params })),
    lock: async ({ token, takeOver }) =>
      presentLock(await call(api.forms.lock, { params, body: { takeOver, ...(token === null ? {} : { token }) } })),
    unlock: async (token) => void (await call(api.forms.unlock, { params, query: { token } })),
  }
}

/** Creates the access of the designer to the server, for a form template. */
export function createTemplatePort(client: QueryClient, id: string): DesignerPort {
  const params = { id }
  return {
    ...createSharedPort(client),
    load: async () => presentDetail(await call(api.formTemplates.designer, { params })),
    save: async (design) =>
      presentSaved(await call(api.formTemplates.saveDesign, { params, body: presentSave(design) })),
    listVersions: async () => presentHistory(await call(api.formTemplates.history, { params })),
    compareVersions: (from, to) => call(api.formTemplates.compare, { params, query: { from, to } }),
    restoreVersion: async (version, given) =>
      presentSaved(
        await call(api.formTemplates.restoreVersion, {
          params: { id, version },
          body: presentToken(given),
        }),
      ),
    listUses: async () => presentUses(await call(api.formDesigner.uses, { params })),
    keepUnsaved: async (body) => void (await call(api.formTemplates.autoSave, { params, body })),
    discardUnsaved: async () => void (await call(api.formTemplates.discardAutoSaved, { params })),
    lock: async ({ token, takeOver }) =>
      presentLock(
        await call(api.formTemplates.lock, { params, body: { takeOver, ...(token === null ? {} : { token }) } }),
      ),
    unlock: async (token) => void (await call(api.formTemplates.unlock, { params, query: { token } })),
  }
}

function createSharedPort(client: QueryClient): Shared {
  return {
    listForms: async () =>
      (await call(api.formDesigner.formsForImport)).map(({ id, name, application }) => ({
        id,
        name,
        detail: application,
      })),
    readForm: async (id) => (await call(api.formDesigner.formForImport, { params: { id } })).data,
    readFile: (text) => call(api.formDesigner.readFile, { body: { text } }),
    listTemplates: async () =>
      (await call(api.formDesigner.templates)).map(({ id, name }) => ({ id, name, detail: null })),
    readTemplate: async (id) => (await call(api.formDesigner.templateData, { params: { id } })).data.templateData,
    readAutoSave: async () => {
      const { autoSaveFormDesigner, autoSaveIntervalFormDesigner } = await call(api.formDesigner.autoSaved)
      return { isOn: autoSaveFormDesigner, interval: autoSaveIntervalFormDesigner }
    },
    setAutoSave: async ({ isOn, interval }) =>
      void (await call(api.formDesigner.configureAutoSave, {
        query: {
          autoSaveFormDesigner: isOn ? 'true' : 'false',
          ...(interval === null ? {} : { interval: String(interval) }),
        },
      })),
    listThemes: () => client.fetchQuery(userThemesQuery),
    // Each of its editors asks.
    listAdapters: () => client.fetchQuery({ ...callQuery(api.externalSystems.adapters), staleTime: 10_000 }),
    listDataLists: () => client.fetchQuery({ ...callQuery(api.formDesigner.dataLists), staleTime: 10_000 }),
  }
}

function presentDetail({ applicationForm: form, ...detail }: DetailAnswer): DesignerDetail {
  return {
    name: form.name,
    version: form.version,
    designerJson: form.designerJson ?? form.templateData,
    baseHelpUrl: detail.baseHelpUrl === '' ? null : detail.baseHelpUrl,
    timeout: detail.timeout,
    autoSaved: detail.autoSaved,
  }
}

function presentSave({ designerJson, renderedJson, version, token }: DesignSave) {
  return { designerJson, renderedJson, version, ...(token === null ? {} : { token }) }
}

function presentToken({ version, token }: Pick<DesignSave, 'version' | 'token'>) {
  return { version, ...(token === null ? {} : { token }) }
}

function presentSaved({ version, savedAt }: SavedDesign) {
  return { version, savedAt }
}

function presentHistory(history: FormHistory): DesignVersion[] {
  return history.map(([{ version, savedBy, note, restoredFrom }, savedAt]) => ({
    version,
    savedAt,
    savedBy: savedBy === null ? null : presentPerson(savedBy),
    note,
    restoredFrom,
  }))
}

function presentUses({ processes, forms }: FormUses): DesignUses {
  return {
    processes: processes.map(({ key, name, version, elementId, elementName, isStart }) => ({
      process: name ?? key,
      version,
      elementId,
      step: isStart ? null : (elementName ?? elementId),
    })),
    forms: forms.map(({ id, name, application }) => ({ id, name, application: application?.name ?? null })),
  }
}

function presentLock({ token, holder, since }: EditLock) {
  return { token, holder: presentPerson(holder), since }
}

function presentPerson({ username, displayName }: Person) {
  return { username, name: displayName }
}
