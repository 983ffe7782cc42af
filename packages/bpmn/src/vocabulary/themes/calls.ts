import { attribute, define, extension } from '../property.ts'
import { bindings, resultMappers } from '../words.ts'

export const callActivity = define(['callActivity'], {
  calledElement: attribute('expression'),
  calledElementExtension: extension('expression', { name: 'calledElement' }),
  calledElementType: extension('choice', { options: ['key', 'id'] }),
  calledElementBinding: extension('choice', { options: bindings }),
  calledElementVersion: extension('expression'),
  calledElementVersionTag: extension('expression'),
  calledElementTenantId: extension('expression'),
  caseRef: extension('expression'),
  caseBinding: extension('choice', { options: bindings }),
  caseVersion: extension('expression'),
  caseVersionTag: extension('expression'),
  caseTenantId: extension('expression'),
  businessKey: extension('expression'),
  inheritBusinessKey: extension('boolean'),
  inheritVariables: extension('boolean'),
  useLocalScopeForOutParameters: extension('boolean'),
  variableMappingClass: extension('text'),
  variableMappingDelegateExpression: extension('expression'),
  instanceIdVariable: extension('expression', { names: { flowable: 'idVariableName' } }),
  instanceName: extension('expression', { names: { flowable: 'processInstanceName' } }),
})

export const decision = define(['businessRuleTask'], {
  decisionRef: extension('expression'),
  decisionRefBinding: extension('choice', { options: bindings }),
  decisionRefVersion: extension('expression'),
  decisionRefVersionTag: extension('expression'),
  decisionRefTenantId: extension('expression'),
  mapDecisionResult: extension('choice', { options: resultMappers }),
  /** Drools, of old models. */
  rules: extension('text'),
  ruleVariablesInput: extension('text'),
})

/** Flowable's notation of the binding `deployment`. */
export const deployment = define(['callActivity', 'businessRuleTask'], { sameDeployment: extension('boolean') })
