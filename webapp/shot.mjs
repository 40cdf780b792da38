import { chromium } from '@playwright/test';
const base='http://127.0.0.1:8111';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
for (const [name,width,height,scheme] of [['phone-light',390,844,'light'],['desk-dark',1280,800,'dark'],['phone-dark',390,844,'dark'],['desk-light',1280,800,'light']]) {
  const c=await b.newContext({viewport:{width,height},colorScheme:scheme});
  const p=await c.newPage();
  await p.goto(base+'/auth/login');
  await p.getByLabel('E-mailadres').fill('jan.devries@fairway.example');
  await p.getByLabel('Wachtwoord').fill('fairway-demo');
  await p.getByRole('button',{name:'inloggen'}).click();
  await p.getByRole('heading',{level:1,name:'Mijn reserveringen'}).waitFor();
  const id=await p.evaluate(async()=>{
    const rows=(await (await fetch('/api/reservations')).json()).data;
    const today=new Date().toISOString().slice(0,10);
    if(!rows.some(r=>r.play_date===today)) await fetch('/api/reservations',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({holes:18,golfclub:rows[0].golfclub.id,players:['jan.devries@fairway.example','sanne.bakker@fairway.example','fatima.elidrissi@fairway.example','anouk.visser@fairway.example'],date:today})});
    const r=(await (await fetch('/api/reservations')).json()).data;
    const a=r[0].players.filter(q=>q.status==="actief"); return [r[0].reservation_id, a[0].reservation_id, a[1].reservation_id];
  });
  await p.goto(base+'/reservations'); await p.getByRole('article').first().waitFor(); await p.waitForTimeout(1200);
  await p.screenshot({path:`/tmp/shots-swap/${name}-list.png`,fullPage:true});
  await p.getByRole('button',{name:'annuleren'}).first().click(); await p.getByRole('dialog').waitFor(); await p.waitForTimeout(700);
  await p.screenshot({path:`/tmp/shots-swap/${name}-cancel.png`});
  await p.goto(`${base}/reservations/${id[0]}/swap/${id[2]}`); await p.getByRole('combobox').waitFor(); await p.waitForTimeout(1200);
  await p.screenshot({path:`/tmp/shots-swap/${name}-swap.png`,fullPage:true});
  await p.getByRole('combobox').fill((name==='phone-light'?'tom.mulder@fairway.example':'daan.meijer@fairway.example')); await p.getByRole('button',{name:'toevoegen'}).click();
  await p.getByRole('button',{name:/verwijderen$/}).waitFor(); await p.waitForTimeout(500);
  await p.screenshot({path:`/tmp/shots-swap/${name}-chosen.png`,fullPage:true});
  if(name==='phone-light'){ await p.getByRole('button',{name:'wisselen',exact:true}).click(); await p.getByText('speelt in de plaats').first().waitFor(); await p.waitForTimeout(800); await p.screenshot({path:`/tmp/shots-swap/${name}-done.png`,fullPage:true}); }
  await c.close();
}
await b.close();
