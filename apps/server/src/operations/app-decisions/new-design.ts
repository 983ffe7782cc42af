/**
 * Returns a DMN file with a decision table of one text input and one text output, and no rules. Its name is written
 * afterwards.
 */
export function newDecisionDesign(key: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:dmndi="https://www.omg.org/spec/DMN/20191111/DMNDI/" xmlns:dc="http://www.omg.org/spec/DMN/20180521/DC/" id="definitions_${key}" name="${key}" namespace="urn:millrace:decisions">
  <decision id="${key}">
    <decisionTable id="table_${key}" hitPolicy="UNIQUE">
      <input id="input_${key}">
        <inputExpression id="expression_${key}" typeRef="string">
          <text></text>
        </inputExpression>
      </input>
      <output id="output_${key}" typeRef="string" />
    </decisionTable>
  </decision>
  <dmndi:DMNDI>
    <dmndi:DMNDiagram>
      <dmndi:DMNShape dmnElementRef="${key}">
        <dc:Bounds height="80" width="180" x="160" y="100" />
      </dmndi:DMNShape>
    </dmndi:DMNDiagram>
  </dmndi:DMNDI>
</definitions>
`
}
